/** Which emails about orders an operator gets; each operator chooses. */
export const orderEmailChoices = {
  none: 'None',
  each: 'One for each new order',
  morning: 'A summary at 8 am',
} as const;
export type OrderEmailChoice = keyof typeof orderEmailChoices;
