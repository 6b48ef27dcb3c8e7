"""Keys as a person presses them."""

from playwright.sync_api import Page


def press(page: Page, *keys: str) -> None:
    """Keys, one after the other, wherever the focus is; a page that is just being opened gets them when it is there.

    Its words can be seen before its scripts have come, and without these most keys do nothing.
    """
    page.wait_for_load_state()
    for key in keys:
        page.keyboard.press(key)
