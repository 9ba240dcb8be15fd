// Before the page is painted, so that nothing moves.
const place = document.querySelector('[data-suits]');
const showReasons = () => {
  let wishes = [];
  try {
    wishes = Object.entries(JSON.parse(localStorage.getItem('skin')))
      .flatMap(([field, value]) =>
        [value]
          .flat()
          .filter((one) => one === true || typeof one === 'string')
          .map((one) => `${field}:${one}`),
      )
      .filter((wish) => /^(type|concerns|avoid|pregnancy):/.test(wish));
  } catch {}
  place.querySelector('[data-mine]')?.remove();
  if (!wishes.length) return;
  const reasons = place.querySelector('template').content.cloneNode(true);
  for (const reason of reasons.querySelectorAll('[data-wish]'))
    if (!wishes.includes(reason.dataset.wish)) reason.remove();
  place.append(reasons);
};
showReasons();
addEventListener('pageshow', ({ persisted }) => persisted && showReasons());
addEventListener('storage', ({ key }) => (key ?? 'skin') === 'skin' && showReasons());
