{{/* A node's name has at most 40 characters, and ends with a hyphen and a number */}}
{{- define "good-timing.fullname" -}}
{{- $name := ternary .Release.Name (printf "%s-good-timing" .Release.Name) (contains "good-timing" .Release.Name) -}}
{{- if gt (len $name) 36 -}}
{{- fail (printf "the nodes would be named %s-0, but a node's name has at most 40 characters: choose a shorter name of the release" $name) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{- define "good-timing.selector" -}}
app.kubernetes.io/name: good-timing
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "good-timing.labels" -}}
{{ include "good-timing.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "good-timing.image" -}}
{{ required "image.repository is not set: build the image, docs/install.md" .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Empty: the default account of the namespace */}}
{{- define "good-timing.account" -}}
{{- .Values.serviceAccount.name | default (ternary (include "good-timing.fullname" .) "" .Values.serviceAccount.create) -}}
{{- end -}}

{{- define "good-timing.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "good-timing.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: ["ALL"]
{{- end -}}

{{/* Without an authority, each connection would fail */}}
{{- define "good-timing.sslMode" -}}
{{- if and (eq .Values.database.sslMode "verify-full") (not .Values.database.caSecret) -}}
{{- fail "database.sslMode verify-full needs an authority: set database.caSecret to a secret with its certificate, ca.crt" -}}
{{- end -}}
{{- .Values.database.sslMode -}}
{{- end -}}

{{/* Keys of the secret, each the name of the variable whose value it is */}}
{{- define "good-timing.secrets" -}}
SCHEDULER_XA_PASSWORD SCHEDULER_LEASE_PASSWORD SCHEDULER_READ_PASSWORD SCHEDULER_BROKER_PASSWORD SCHEDULER_BROKER_REGISTRAR_PASSWORD SCHEDULER_BROKER_WORKER_PASSWORD SCHEDULER_REST_ADMIN_PASSWORD
{{- range .Values.secrets.further }} {{ . }}{{ end }}
{{- end -}}
