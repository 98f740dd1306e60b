// Pages to print: the button over them, and printing at once where the address ends in #print.
document.querySelector("[data-print]")?.addEventListener("click", () => print());
if (location.hash === "#print") addEventListener("load", () => print());
