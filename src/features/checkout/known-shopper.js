// The page's form is for a shopper of whom nothing is known. For others its place is held until their own form is there.
const stored = (key) => {
  try {
    return localStorage.getItem(key);
  } catch {
    return '';
  }
};
const isNew = !stored('token') && !stored('guestToken') && /"guest":\{"/.test(stored('userCarts') ?? '');
if (!isNew || location.search) document.documentElement.dataset.knownShopper = '';
