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

{{/* Keys of the secret, each the name of the variable whose value it is */}}
{{- define "good-timing.secrets" -}}
SCHEDULER_XA_PASSWORD SCHEDULER_LEASE_PASSWORD SCHEDULER_READ_PASSWORD SCHEDULER_BROKER_PASSWORD SCHEDULER_BROKER_REGISTRAR_PASSWORD SCHEDULER_BROKER_WORKER_PASSWORD SCHEDULER_REST_ADMIN_PASSWORD
{{- range .Values.secrets.further }} {{ . }}{{ end }}
{{- end -}}
