const stored = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return '';
  }
};
const isNew = !stored('token') && !stored('guestToken') && /"guest":\{"/.test(stored('userCarts') ?? '');
if (!isNew || location.search) document.documentElement.dataset.knownShopper = '';
