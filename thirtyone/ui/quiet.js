// Keys pressed on a control of a Jupyter output are the control's, not the notebook's.
function render({ el }) {
  let frame = 0, watch = null;
  const mark = (root) => {
    for (const item of root.querySelectorAll("input, select, textarea, button, [tabindex]")) {
      if (item.dataset.lmSuppressShortcuts !== "true") item.dataset.lmSuppressShortcuts = "true";
    }
  };
  const begin = () => {
    if (!el.isConnected) {
      frame = requestAnimationFrame(begin);
      return;
    }
    const root = el.closest(".jp-OutputArea-output") ?? el.parentElement;
    mark(root);
    watch = new MutationObserver(() => mark(root));
    watch.observe(root, { childList: true, subtree: true });
  };
  el.hidden = true;
  begin();
  return () => {
    cancelAnimationFrame(frame);
    watch?.disconnect();
  };
}
export default { render };
