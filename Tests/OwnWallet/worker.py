"""One worker of a game, which runs the sample in Python on the game's database."""
import importlib.util
import os
import threading
import time

from game_database import GameDatabase


def sample():
    path = os.environ["GAME_SAMPLE"]
    spec = importlib.util.spec_from_file_location("grants", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def hurry(module):
    """Shortens the sample's pauses."""
    class Hurried:
        sleep = staticmethod(lambda seconds: time.sleep(seconds / 20))
    module.time = Hurried


def end_with_parent():
    """Ends this process soon after the one that started it."""
    parent = os.getppid()

    def watch():
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)
    threading.Thread(target=watch, daemon=True).start()


if __name__ == "__main__":
    end_with_parent()
    grants = sample()
    hurry(grants)
    grants.work(GameDatabase(os.environ["GAME_DATABASE"]))
