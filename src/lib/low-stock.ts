/** Largest stock for which the shop shows "Only 3 left". In a file of its own, since every page loads it. */
export const lowStock = 5;
