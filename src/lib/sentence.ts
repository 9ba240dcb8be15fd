/** A text with the full stop that it needs, where people write it with or without one. */
export const asSentence = (text: string): string => {
  const trimmed = text.trim();
  return !trimmed || /[.!?…]["”’)]?$/.test(trimmed) ? trimmed : `${trimmed}.`;
};
