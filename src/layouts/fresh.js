if (performance.getEntriesByType('navigation')[0]?.type === 'navigate')
  document.documentElement.dataset.fresh = '';
