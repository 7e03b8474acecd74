"""Opens what `benchwright publish` wrote of an MTU-Bench or T-Eval export as other people will, offline, and compares every row with the export.

    python check_dataset.py EXPORT HUGGINGFACE [HUGGINGFACE_JSONL [OPENAI_CHAT [ANTHROPIC_CHAT]]]

Exits with 1 and a line for each difference.
"""

import importlib.metadata
import json
import os
import sys
import tempfile

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["HF_DATASETS_OFFLINE"] = "1"
os.environ["HF_DATASETS_DISABLE_PROGRESS_BARS"] = "1"
os.environ["HF_HOME"] = tempfile.mkdtemp(prefix="benchwright-hf-")

import datasets
import duckdb
import mlcroissant

failures = []


def check(what, expected, found):
    """One comparison; a difference is kept and printed."""
    if expected != found:
        failures.append(what)
        print(f"DIFFERS {what}: expected {expected!r:.300}, found {found!r:.300}")


def json_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def manifest_of(folder):
    with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as file:
        return json.load(file)


def parts_of(folder):
    """[(config, split, rows)] as the manifest has them."""
    return [(*part["part"].split("/"), part["rows"]) for part in manifest_of(folder)["parts"]]


def lines_of(export, config, split):
    """The export's own file of a config and split."""
    name = f"{config}_{'train' if split == 'train' else 'eval'}.jsonl"
    return json_lines(os.path.join(export, "data", name))


def is_t_eval(export):
    return manifest_of(export)["family"] == "t-eval"


def main_config(export):
    """The config that is loaded where none is named."""
    return "paths" if is_t_eval(export) else "items"


def t_eval_file(export, stem, subset=False):
    """Records of one of T-Eval's data files, by id."""
    zh = "_zh" if manifest_of(export)["settings"]["language"] == "zh" else ""
    name = f"{stem}_v2{'_subset' if subset else ''}{zh}.json"
    with open(os.path.join(export, "data", name), encoding="utf-8") as file:
        return json.load(file)


def check_paths(export, what, config, rows):
    """Rows of a T-Eval export against its own files, value by value."""
    if config == "paths":
        items = json_lines(os.path.join(export, "data", "items.jsonl"))
        check(f"{what} ids", [item["itemId"] for item in items], [row["item_id"] for row in rows])
        for item, row in zip(items, rows):
            path = item["annotated"]
            check(f"{what} query", (path["id"], path["query"]), (row["id"], row["query"]))
            check(f"{what} answer", path["finish"]["answer"], row["answer"])
            steps = [
                (s["id"], s["name"], s["args"], s["dependencies"], s["thought"], s["goal"], s["response"], s["retries"])
                for s in path["steps"]
            ]
            found = [
                (
                    s["id"],
                    s["name"],
                    json.loads(s["args"]),
                    json.loads(s["dependencies"]),
                    s["thought"],
                    s["goal"],
                    json.loads(s["response"]),
                    json.loads(s["retries"]),
                )
                for s in row["plan"]
            ]
            check(f"{what} plan of {path['id']}", steps, found)
            calls = [call for m in row["messages"] if m["tool_calls"] for call in json.loads(m["tool_calls"])]
            check(
                f"{what} calls of {path['id']}",
                [s["args"] for s in path["steps"]],
                [json.loads(call["function"]["arguments"]) for call in calls],
            )
            offered = {function["function"]["name"] for function in json.loads(row["functions"])}
            check(f"{what} names", set(), {call["function"]["name"] for call in calls} - offered)
    elif config == "tools":
        with open(os.path.join(export, "data", "tools.json"), encoding="utf-8") as file:
            tools = json.load(file)["tools"]
        apis = [(f"{tool['name']}.{api['name']}", api["required"]) for tool in tools for api in tool["apis"]]
        check(what, apis, [(row["name"], json.loads(row["required"])) for row in rows])
    else:
        whole, fifth = t_eval_file(export, config), t_eval_file(export, config, subset=True)
        found = {}
        for row in rows:
            record = {"origin_prompt": [dict(message) for message in row["origin_prompt"]]}
            for key in ("ground_truth", "template", "meta", "meta_data"):
                if row[key] is not None:
                    record[key] = json.loads(row[key])
            found[row["id"]] = record
        check(f"{what} ids", list(whole), list(found))
        check(f"{what} records", whole, found)
        check(f"{what} fifth", list(fifth), [row["id"] for row in rows if row["subset"]])


def check_rows(export, config, split, rows):
    """Rows of a reader against the export's own lines, value by value."""
    what = f"{config}/{split}"
    if is_t_eval(export):
        check_paths(export, what, config, rows)
        return
    if config == "items":
        wanted = None if split == "unplaced" else split
        lines = [line for line in json_lines(os.path.join(export, "data", "items.jsonl")) if line["split"] == wanted]
        check(f"{what} ids", [line["item"]["itemId"] for line in lines], [row["item_id"] for row in rows])
        for line, row in zip(lines, rows):
            item = line["item"]
            check(f"{what} licence", item["provenance"]["licence"], row["licence"])
            check(f"{what} tools", item["tools"], list(row["tools"]))
            check(f"{what} offered", line.get("offered", []), [dict(one) for one in row["offered"]])
            turns = [
                (turn["user"], turn["thought"]["text"], turn["calls"], turn["observation"], turn["response"])
                for turn in item["turns"]
            ]
            found = [
                (
                    turn["user"],
                    turn["thought"],
                    json.loads(turn["calls"]),
                    json.loads(turn["observation"]),
                    turn["response"],
                )
                for turn in row["turns"]
            ]
            check(f"{what} turns of {item['itemId']}", turns, found)
    elif config == "tools":
        documents = json_lines(os.path.join(export, "data", "tools.jsonl"))
        own = [row for row in rows if row["member"] is None]
        check(f"{what} ids", [document["id"] for document in documents], [row["id"] for row in own])
        check(f"{what} required", [d["required"] for d in documents], [list(row["required"]) for row in own])
        check(f"{what} parameters", [d["parameters"] for d in documents], [json.loads(r["parameters"]) for r in own])
    else:
        lines = lines_of(export, config, split)
        for key in ("id", "question"):
            check(f"{what} {key}", [line[key] for line in lines], [row[key] for row in rows])
        check(f"{what} answer", [line["answer"] for line in lines], [json.loads(row["answer"]) for row in rows])
        check(f"{what} response", [line.get("response") for line in lines], [row["response"] for row in rows])


def with_datasets(export, folder):
    """Every config and split by its name, as the card says."""
    configs = list(dict.fromkeys(config for config, _, _ in parts_of(folder)))
    check("configs", configs, datasets.get_dataset_config_names(folder))
    rows_read = 0
    for config in configs:
        loaded = datasets.load_dataset(folder, config)
        check(f"splits of {config}", [s for c, s, _ in parts_of(folder) if c == config], list(loaded))
        for split, rows in ((s, n) for c, s, n in parts_of(folder) if c == config):
            check(f"rows of {config}/{split}", rows, loaded[split].num_rows)
            check(f"rows of {config}/{split} in the card", rows, loaded[split].info.splits[split].num_examples)
            check_rows(export, config, split, loaded[split].to_list())
            rows_read += loaded[split].num_rows
    check("default config", main_config(export), datasets.load_dataset(folder)["test"].config_name)
    print(f"datasets {datasets.__version__}: {len(configs)} configs, {rows_read} rows as in the export")


def with_duckdb(export, folder):
    """Parquet read without any card; JSON columns through DuckDB's own functions."""
    for config, split, rows in parts_of(folder):
        path = os.path.join(folder, "data", config, f"{split}.parquet")
        check(f"DuckDB {config}/{split}", [(rows,)], duckdb.sql(f"select count(*) from '{path}'").fetchall())
    items = os.path.join(folder, "data", main_config(export), "*.parquet")
    counted = duckdb.sql(f"select licence, count(*) from '{items}' group by 1 order by 1").fetchall()
    check("items by licence", sorted(manifest_of(folder)["licence"]["items"].items()), counted)
    if is_t_eval(export):
        counted = "select count(*) from (select unnest(plan) as step from '{items}') where json_valid(step.args)"
    else:
        counted = "select sum(json_array_length(turn.calls)) from (select unnest(turns) as turn from '{items}')"
    calls = duckdb.sql(counted.format(items=items)).fetchall()[0][0]
    if is_t_eval(export):
        check("DuckDB steps", manifest_of(export)["counts"]["steps"], calls)
    print(f"duckdb {duckdb.__version__}: {sum(n for _, _, n in parts_of(folder))} rows, {calls} calls in items")


def with_croissant(export, folder):
    """The validator's verdict, and the rows as its record sets give them."""
    path = os.path.join(folder, "croissant.json")
    dataset = mlcroissant.Dataset(jsonld=path)
    issues = dataset.metadata.ctx.issues
    check("croissant errors", set(), set(issues.errors))
    # An export knows no day, so datePublished is there only if `--published` gave it.
    day = manifest_of(folder)["dataset"]["published"]
    warnings = [warning for warning in issues.warnings if day or "datePublished" not in warning]
    check("croissant warnings", [], warnings)
    for config, split, rows in parts_of(folder):
        name = f"{config}/{split}"
        records = list(dataset.records(record_set=name))
        check(f"croissant rows of {name}", rows, len(records))
        if config not in ("items", "paths", "tools"):
            wanted = t_eval_file(export, config) if is_t_eval(export) else None
            ids = [record[f"{name}/id"].decode() for record in records]
            lines = [line["id"] for line in lines_of(export, config, split)] if wanted is None else list(wanted)
            check(f"croissant ids of {name}", lines, ids)
    version = importlib.metadata.version("mlcroissant")
    print(f"mlcroissant {version}: valid, {len(issues.warnings)} warnings, {len(parts_of(folder))} record sets read")


def with_chat(export, folder):
    """Conversations load as JSON lines and end on the item's response; each stands beside its origin."""
    lines = json_lines(os.path.join(export, "data", "items.jsonl"))
    t_eval = is_t_eval(export)
    items = {line["itemId"]: line for line in lines} if t_eval else {line["item"]["itemId"]: line["item"] for line in lines}
    total = 0
    for part in manifest_of(folder)["parts"]:
        path = os.path.join(folder, part["part"])
        rows = datasets.load_dataset("json", data_files=path, split="train")
        check(f"rows of {part['part']}", part["rows"], rows.num_rows)
        conversations = json_lines(path)
        origins = json_lines(path.replace(".jsonl", ".records.jsonl"))
        check(f"origins of {part['part']}", len(conversations), len(origins))
        for conversation, origin in zip(conversations, origins):
            item = items[origin["itemId"]]
            last = conversation["messages"][-1]["content"]
            if t_eval:
                check("last message", item["annotated"]["finish"]["answer"], last)
                check("query", item["annotated"]["query"], next(m for m in conversation["messages"] if m["role"] == "user")["content"])
                continue
            check("licence of a conversation", item["provenance"]["licence"], origin["licence"])
            check("last message", item["turns"][-1]["response"], last)
        total += part["rows"]
    print(f"{manifest_of(folder)['dataset']['format']}: {total} conversations")


def main(export, *folders):
    for folder in folders:
        kind = manifest_of(folder)["dataset"]["format"]
        if kind.endswith("-chat"):
            with_chat(export, folder)
            continue
        with_datasets(export, folder)
        if kind == "huggingface":
            with_duckdb(export, folder)
        with_croissant(export, folder)
    print(f"{len(failures)} differences")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
