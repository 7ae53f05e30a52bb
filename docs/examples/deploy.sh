#!/bin/sh
# Deploys what the person at the terminal chooses; nothing happens without their answer.
set -u

outcome=$(mplex-ctl show - <<'EOF'
{"v": 1, "title": "Deploy", "timeout": 300, "screens": [
  {"id": "where", "title": "Where to?", "body": "Build 214 is green.",
   "fields": [{"id": "env", "type": "choice", "label": "Environment",
               "options": ["staging", "prod"]}]},
  {"id": "prod", "title": "Production", "show_if": {"env": "prod"},
   "body": "This pages the team.",
   "fields": [{"id": "tag", "type": "text", "label": "Tag", "initial": "v1"}],
   "actions": [{"id": "go", "label": "Deploy"}, {"id": "back", "label": "Back"},
               {"id": "no", "label": "Do not deploy"}],
   "next": {"go": "$done", "back": "where", "no": "$cancel"}},
  {"id": "staging", "title": "Staging", "show_if": {"env": "staging"},
   "fields": [{"id": "branch", "type": "choice", "label": "Branch",
               "options": ["main", {"label": "the next release", "value": "next"}]}]}]}
EOF
)
case $? in
0) ;;
1) echo "not deployed: you decided against it" >&2; exit 1 ;;
124) echo "not deployed: nobody answered" >&2; exit 1 ;;
*) echo "not deployed: nobody could be asked" >&2; exit 1 ;;
esac

# Prints one answer of the outcome, or nothing.
answer() {
    printf '%s' "$outcome" |
        python3 -c 'import json, sys; print(json.load(sys.stdin)["answers"].get(sys.argv[1], ""))' "$1"
}

case $(answer env) in
prod) echo "deploying $(answer tag) to prod" ;;
staging) echo "deploying $(answer branch) to staging" ;;
esac
