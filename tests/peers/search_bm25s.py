"""Searches passages with bm25s for the search benchmark, on one thread.

The folder that it is given has `passages.jsonl` and `queries.jsonl`. The backend is `numpy`, which is what everybody
has, or `numba`, which is the fastest on one thread. It says what building took, and then, for each
line of its input (`one` query at a time, or all in a `batch`), what the queries took and for how many of them the
passage that they were drawn from is among the ten best.
"""

import json
import os
import sys
import time
from pathlib import Path

for name in ("NUMBA_NUM_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ[name] = "1"

import bm25s

folder, backend = Path(sys.argv[1]), sys.argv[2]


def lines(name):
    with open(folder / name, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def say(**said):
    print(json.dumps(said), flush=True)


passages = [" ".join([passage["title"], *passage["tags"], passage["body"]]) for passage in lines("passages.jsonl")]
queries = lines("queries.jsonl")
texts = [query["text"] for query in queries]
wanted = [query["passage"] for query in queries]

start = time.perf_counter()
retriever = bm25s.BM25(backend=backend)
retriever.index(bm25s.tokenize(passages, stopwords="en", show_progress=False), show_progress=False)
built = time.perf_counter() - start
saved = folder / "bm25s"
retriever.save(saved)
size = sum(file.stat().st_size for file in saved.iterdir())


def ask(texts):
    # Words, not their numbers in a vocabulary made for the occasion: that is the faster way for a query.
    tokens = bm25s.tokenize(texts, stopwords="en", return_ids=False, show_progress=False)
    return retriever.retrieve(tokens, k=10, show_progress=False, n_threads=1).documents


def one():
    return [ask([text])[0] for text in texts]


ways = {"one": one, "batch": lambda: ask(texts)}
for way in ways.values():
    way()
say(name=f"bm25s {bm25s.__version__}, {backend}", seconds=built, bytes=size)
for line in sys.stdin:
    way = ways[line.strip()]
    start = time.perf_counter()
    found = way()
    seconds = time.perf_counter() - start
    say(seconds=seconds, found=sum(int(passage in best) for passage, best in zip(wanted, found)))
