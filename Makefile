# Poly: `make run` starts everything, `make test` checks everything.
.PHONY: help setup run test lint fmt typecheck check-migrations catalogue browser eval bench \
	admin test-llm soak-llm clean

HOST ?= 127.0.0.1
PORT ?= 8000
SHARED ?= ../shared
# Each worker of the tests has a PostgreSQL and a Redis of its own.
WORKERS ?= 2
CASES := $(wildcard policies/evals/cases/eligibility.*.jsonl)
SNAPSHOTS := $(foreach each,gov24=gov24_v3_2026-07 youthcenter=youthcenter_2026-07 \
	bokjiro=bokjiro_national_local_2026-06,$(if $(wildcard $(SHARED)/data/$(lastword $(subst =, ,$(each)))),\
	--data $(subst =,=$(SHARED)/data/,$(each))))
VENV := .venv
PY := $(VENV)/bin/python
LLM_PY := .venv-llm/bin/python
PIP := -m pip --disable-pip-version-check install
TEST_ENV := DJANGO_SETTINGS_MODULE=config.settings.test
FIND_PYTHON = for p in $(PYTHON) python3.11 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 11))' >/dev/null 2>&1 \
		&& { echo "$$p"; break; }; done

help:
	@echo "make run        설치하고 시작 (PORT=8000 HOST=127.0.0.1, 중지: Ctrl-C)"
	@echo "make admin      관리자 계정 만들기"
	@echo "make test       형식·타입·마이그레이션·정책 목록 검사와 모든 시험"
	@echo "make setup      가상 환경만 준비 (PYTHON=파이썬 3.11 경로)"
	@echo "make lint fmt typecheck catalogue eval bench test-llm soak-llm clean"

setup:
	@$(PY) -c '' 2>/dev/null && cmp -s requirements.lock $(VENV)/requirements.lock && exit 0; \
	found=$$($(FIND_PYTHON)); \
	if [ -z "$$found" ]; then \
		echo "오류: 파이썬 3.11이 없습니다. 설치한 뒤 make setup PYTHON=/경로/python3.11 로 알려 주세요." >&2; \
		exit 1; \
	fi; \
	echo "가상 환경을 준비합니다 ($$found)"; \
	if ! $(PY) -m pip --version >/dev/null 2>&1; then \
		"$$found" -m venv --clear $(VENV) || { \
			echo "오류: 가상 환경을 만들지 못했습니다. 데비안에서는 python3.11-venv 패키지가 필요합니다." >&2; \
			exit 1; \
		}; \
	fi; \
	$(PY) $(PIP) --quiet --require-hashes -r requirements.lock || { \
		echo "오류: 패키지를 설치하지 못했습니다. 네트워크와 디스크 공간을 확인한 뒤 다시 해 주세요." >&2; \
		exit 1; \
	}; \
	cp requirements.lock $(VENV)/requirements.lock

run: setup
	@$(PY) manage.py up --host $(HOST) --port $(PORT)

admin: setup
	@$(PY) manage.py createsuperuser

lint: setup
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -c 'from importlinter.cli import lint_imports_command; lint_imports_command()'
	$(PY) -m djlint templates --check --quiet
	$(PY) -m djlint templates --lint --quiet

fmt: setup
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .
	-$(PY) -m djlint templates --reformat --quiet

typecheck: setup
	$(PY) -m mypy

check-migrations: setup
	$(TEST_ENV) $(PY) manage.py makemigrations --check --dry-run

catalogue: setup
	$(PY) manage.py check_catalogue

browser:
	@if command -v chromium >/dev/null 2>&1; then exit 0; fi; \
	if command -v apt-get >/dev/null 2>&1 && [ "$$(id -u)" = 0 ]; then \
		echo "브라우저 시험에 쓸 Chromium과 한글 글꼴을 설치합니다"; \
		apt-get update -qq \
			&& DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium fonts-nanum; \
	else \
		echo "알림: chromium이 없습니다. 브라우저 시험에는 chromium과 한글 글꼴(fonts-nanum)이 필요합니다." >&2; \
	fi

test: setup browser lint typecheck check-migrations catalogue
	$(PY) -m pytest -n $(WORKERS) --dist loadgroup

eval: setup
	@mkdir -p var/eval
	$(PY) manage.py evaluate retrieval \
		--cases $(SHARED)/evals/retrieval.welfare_qa.dev.jsonl \
		--corpus $(SHARED)/data/welfare_qa_2023 --json var/eval/retrieval.json
	$(PY) manage.py evaluate retrieval \
		--cases $(SHARED)/evals/retrieval.casual.dev.jsonl \
		--corpus $(SHARED)/data/bokjiro_national_local_2026-06 --json var/eval/retrieval.casual.json
	$(PY) manage.py evaluate structured \
		--cases $(SHARED)/evals/queries_hard.dev.jsonl --corpus $(SHARED)/data \
		--json var/eval/structured.dev.json
	$(PY) manage.py evaluate structured --cases policies/evals/cases/structured.jsonl \
		--corpus $(SHARED)/data --json var/eval/structured.own.json
	$(PY) manage.py evaluate answers --cases chat/evals/cases/answers.jsonl \
		--json var/eval/answers.json
	@set -e; for suite in guardrail extraction; do \
		$(PY) manage.py evaluate $$suite --cases $(SHARED)/evals/$$suite.dev.jsonl \
			--json var/eval/$$suite.dev.json; \
		$(PY) manage.py evaluate $$suite --cases chat/evals/cases/$$suite.held_out.jsonl \
			--json var/eval/$$suite.held_out.json | head -12; \
	done
	@set -e; for suite in tools routing; do \
		$(PY) manage.py evaluate $$suite --cases $(SHARED)/evals/routing.dev.jsonl \
			--json var/eval/$$suite.dev.json; \
		$(PY) manage.py evaluate $$suite --cases chat/evals/cases/routing.held_out.jsonl \
			--json var/eval/$$suite.held_out.json | head -6; \
	done
	$(PY) manage.py evaluate scenarios --cases $(SHARED)/evals/scenarios.dev.jsonl \
		--json var/eval/scenarios.json
	$(PY) manage.py evaluate eligibility \
		--cases $(SHARED)/evals/eligibility.dev.jsonl \
		--corpus $(SHARED)/data --json var/eval/eligibility.dev.json
	@# policies/evals/cases/README.md tells which of these the parser was developed against.
	@set -e; for cases in $(CASES); do \
		$(PY) manage.py evaluate eligibility --no-coverage --cases $$cases \
			--corpus $(SHARED)/data --json var/eval/$$(basename $$cases .jsonl).json; \
	done

bench: setup
	@mkdir -p var/bench
	$(PY) manage.py benchmark search --json var/bench/search.json
	$(PY) manage.py benchmark turn --json var/bench/turn.json
	$(PY) manage.py benchmark screen $(SNAPSHOTS) --json var/bench/screen.json
	$(PY) manage.py benchmark ingest --json var/bench/ingest.json
	$(PY) manage.py benchmark ingest --scale 1k --json var/bench/ingest.runs.json

# A small local model, compiled here: takes some minutes, so it has an environment of its own.
test-llm: setup
	@$(LLM_PY) -c '' 2>/dev/null || $(PY) -m venv .venv-llm
	$(LLM_PY) $(PIP) --quiet --require-hashes -r requirements.lock
	@$(PY) -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
		print(*p["optional-dependencies"]["llm"], sep="\n")' > .venv-llm/llm.txt
	$(LLM_PY) $(PIP) -r .venv-llm/llm.txt
	$(LLM_PY) -m pytest -m llm

# 200 turns with the small model; an hour or more on two cores.
soak-llm:
	SOAK_TURNS=200 SOAK_REPORT=var/eval/soak-llm.json $(MAKE) test-llm

clean:
	find . -name __pycache__ -not -path './.venv*' -prune -exec rm -rf {} +
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
