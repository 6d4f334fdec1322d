# Sourced by the entry point of Payara's container image before the server starts: the image's administrator has the password "admin".
if ! grep -qxF "AS_ADMIN_PASSWORD=$SCHEDULER_ADMIN_PASSWORD" "$PASSWORD_FILE"; then
  change=$(mktemp)
  { grep '^AS_ADMIN_PASSWORD=' "$PASSWORD_FILE" && echo "AS_ADMIN_NEWPASSWORD=$SCHEDULER_ADMIN_PASSWORD"; } > "$change"
  "$PAYARA_DIR/bin/asadmin" --user "$ADMIN_USER" --passwordfile "$change" change-admin-password --domain_name "$DOMAIN_NAME" || exit 1
  chmod 600 "$PASSWORD_FILE"
  echo "AS_ADMIN_PASSWORD=$SCHEDULER_ADMIN_PASSWORD" > "$PASSWORD_FILE"
  rm -f "$change"
fi
# The page at / names the server and its version to everybody.
rm -f "$PAYARA_DIR/glassfish/domains/$DOMAIN_NAME/docroot/index.html"
