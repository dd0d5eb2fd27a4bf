"""A client as people write one for ReMe 0.2: plain HTTP, nothing but the standard library.

usage: reme-client.py URL WORKSPACE STEP [JSON]
Prints what came of the step as one JSON document.
"""

import json
import sys
import urllib.request

URL, WORKSPACE, STEP = sys.argv[1:4]
GIVEN = json.loads(sys.argv[4]) if len(sys.argv) > 4 else {}


def post(endpoint, **body):
    request = urllib.request.Request(
        f"{URL}/{endpoint}",
        data=json.dumps({"workspace_id": WORKSPACE, **body}).encode("utf-8"),
        headers={"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=60) as response:
        answer = json.loads(response.read())
    assert answer["success"] is True, answer
    return answer


def summary(trajectories):
    return post("summary_task_memory", trajectories=trajectories)["metadata"]["memory_list"]


def retrieve(query, top_k=5):
    return post("retrieve_task_memory", query=query, top_k=top_k)


def record(memories, success):
    return post("record_task_memory", memory_dicts=memories, update_utility=success)


def delete(freq_threshold=5, utility_threshold=0.5):
    return post("delete_task_memory", freq_threshold=freq_threshold, utility_threshold=utility_threshold)


def vector_store(action, **more):
    return post("vector_store", action=action, **more)["metadata"]["action_result"]


def whole_loop():
    """The loop of the cookbook: learn, be handed it, say how it went, forget what does not help."""
    made = summary(GIVEN["trajectories"])
    ids = {memory["memory_id"] for memory in made}
    rounds = []
    for success in GIVEN["outcomes"]:
        found = retrieve(GIVEN["query"])
        used = found["metadata"]["memory_list"]
        rounds.append({"ids": [memory["memory_id"] for memory in used], "answer": found["answer"]})
        record(used, success)
        deleted = delete()["metadata"]["deleted_memory_ids"]
    after = retrieve(GIVEN["query"])["metadata"]["memory_list"]
    return {
        "made": sorted(ids),
        "rounds": rounds,
        "deleted": deleted,
        "after": [memory["memory_id"] for memory in after],
    }


def load_and_dump():
    loaded = vector_store("load", path="./")
    listed = vector_store("list")
    dumped = vector_store("dump", path="./dumped")
    found = retrieve(GIVEN["query"])
    return {"loaded": loaded, "listed": listed, "dumped": dumped, "answer": found["answer"]}


STEPS = {
    "loop": whole_loop,
    "load-and-dump": load_and_dump,
    "retrieve": lambda: retrieve(GIVEN["query"]),
}
print(json.dumps(STEPS[STEP]()))
