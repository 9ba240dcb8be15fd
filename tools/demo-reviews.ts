/** The sample reviews of `npm start -- --demo` (demo.ts). */
import type { reviews } from '#db/schema/index.ts';
import type { Received } from '#domain/reviews/review-constants.ts';

type SampleReview = Pick<
  typeof reviews.$inferInsert,
  | 'rating'
  | 'title'
  | 'comment'
  | 'verified'
  | 'skinType'
  | 'ageBand'
  | 'climate'
  | 'weeks'
  | 'buyAgain'
  | 'reply'
> & {
  product: string;
  /** An account, or the name of somebody without one. */
  person: string;
  received?: Received;
};

export const sampleReviews: SampleReview[] = [
  {
    product: 'niacinamide-clarity-serum',
    person: 'sample-asha',
    rating: 5,
    verified: true,
    buyAgain: true,
    skinType: 'Oily Skin',
    ageBand: '25 to 34',
    climate: 'Humid',
    weeks: 6,
    title: 'Sample: light and quick',
    comment: 'Sinks in before my tea is ready and does not pill under sunscreen.',
  },
  {
    product: 'niacinamide-clarity-serum',
    person: 'sample-vikram',
    rating: 4,
    buyAgain: true,
    skinType: 'Oily Skin',
    ageBand: '35 to 44',
    climate: 'Humid',
    weeks: 8,
    title: 'Sample: good for humid days',
    comment: 'Less shine by noon. I would like a bigger bottle.',
    reply: 'Thank you, Vikram. We are looking at a 50 ml bottle.',
  },
  {
    product: 'niacinamide-clarity-serum',
    person: 'Kavya S.',
    rating: 5,
    verified: true,
    buyAgain: true,
    skinType: 'Oily Skin',
    ageBand: '18 to 24',
    climate: 'Hot and dry',
    weeks: 10,
    title: 'Sample: second bottle',
    comment: 'My T-zone stays matt until lunch. It took a month to show.',
  },
  {
    product: 'niacinamide-clarity-serum',
    person: 'Rohit S.',
    rating: 3,
    verified: true,
    buyAgain: false,
    skinType: 'Dry Skin',
    ageBand: '45 to 54',
    climate: 'Cold and dry',
    weeks: 3,
    title: 'Sample: not enough by itself',
    comment: 'Nice texture, but I need a cream over it in a Shimla winter.',
    reply: 'Dry skin usually wants a cream on top, as you found. Layer it within a minute of the serum.',
  },
  {
    product: 'niacinamide-clarity-serum',
    person: 'Fatima S.',
    rating: 4,
    received: 'discounted',
    skinType: 'Combination Skin',
    ageBand: '25 to 34',
    climate: 'Mild',
    weeks: 4,
    title: 'Sample: calm skin',
    comment: 'मेरी त्वचा पर हल्का लगता है। No sting, no smell.',
  },
  {
    product: 'niacinamide-clarity-serum',
    person: 'Joseph S.',
    rating: 2,
    buyAgain: false,
    skinType: 'Sensitive Skin',
    weeks: 0,
    title: 'Sample: tingled',
    comment: 'It tingled for ten minutes each time, so I stopped after five days.',
  },
  {
    product: 'vitamin-c-glow-serum',
    person: 'sample-meera',
    rating: 5,
    received: 'free',
    skinType: 'Combination Skin',
    ageBand: '25 to 34',
    climate: 'Mild',
    weeks: 5,
    title: 'Sample: my morning bottle',
    comment: 'A little goes a long way, and it smells of nothing, which I like.',
  },
  {
    product: 'vitamin-c-glow-serum',
    person: 'sample-vikram',
    rating: 4,
    verified: true,
    weeks: 3,
    title: 'Sample: skin feels soft',
    comment: 'Three weeks in. Softer, a bit brighter, no sting.',
  },
  {
    product: 'daily-veil-spf-50',
    person: 'sample-asha',
    rating: 4,
    verified: true,
    buyAgain: true,
    skinType: 'Oily Skin',
    ageBand: '25 to 34',
    climate: 'Humid',
    weeks: 12,
    title: 'Sample: no white cast',
    comment: 'Wears well on a scooter ride; reapply after sweat.',
  },
  {
    product: 'hydra-moisturizer',
    person: 'sample-meera',
    rating: 3,
    buyAgain: false,
    skinType: 'Combination Skin',
    climate: 'Hot and dry',
    weeks: 26,
    title: 'Sample: better in winter',
    comment: 'Lovely in the dry months, a little much in May.',
  },
];
