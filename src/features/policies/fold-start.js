// Before the text of a policy is drawn: on a phone its sections come folded.
if (matchMedia('(width < 64rem)').matches) document.documentElement.dataset.folds = 'starting';
