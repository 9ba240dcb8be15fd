const sections = document.querySelectorAll('[data-sections] > details');
const { dataset } = document.documentElement;
const setAll = (open) => {
  for (const section of sections) section.open = open;
};
/** Opens the section that the address names. */
const openAddressed = () => {
  const section = document.getElementById(location.hash.slice(1))?.closest('[data-sections] > details');
  if (!section) return;
  section.open = true;
  section.scrollIntoView();
};
if (dataset.folds) {
  setAll(false);
  dataset.folds = 'ready';
  openAddressed();
}
addEventListener('hashchange', openAddressed);
addEventListener('beforeprint', () => setAll(true));
