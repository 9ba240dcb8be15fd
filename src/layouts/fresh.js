const [visit] = performance.getEntriesByType('navigation');
if (visit && visit.type === 'navigate') document.documentElement.dataset.fresh = '';
