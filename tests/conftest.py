"""What holds for all tests."""


def pytest_collection_modifyitems(items):
    """Browser tests go last: the browser's event loop would still run in the tests after them."""
    items.sort(key=lambda item: "/browser/" in str(item.path))
