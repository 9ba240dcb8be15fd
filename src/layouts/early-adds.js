// Keeps what is tapped before the page's script is there (features/cart/add-to-cart.dom.ts), also for the next page.
addEventListener('click', ({ target }) => {
  const button = target.closest?.('[data-add-to-cart]');
  if (!button || document.documentElement.dataset.adds) return;
  const { addToCart: id, quantity } = button.dataset;
  try {
    sessionStorage.adds = `${sessionStorage.adds || ''} ${id} ${document.getElementById(quantity)?.value || 1}`;
  } catch {}
});
