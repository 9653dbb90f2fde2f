// Before the first paint, or a chosen theme would flash. Its own file: the server allows no script inside a page.
try {
  const theme = localStorage.getItem("leebow.theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing follows the system.
}
