/** Reviews at the desk. */
import type { DeskRefusal } from './desk.ts';
import { serum } from './orders.ts';
import type { Person, TestShop } from './shop.ts';

export type DeskReview = {
  id: string;
  createdAt: number;
  product: { id: string; name: string };
  rating: number;
  comment: string;
  name: string;
  hidden: boolean;
  reason: string | null;
  note: string | null;
  reply: string | null;
  objection: string | null;
  objected: boolean;
  decision: string | null;
  reports: object[];
  version: number;
};
type Step = 'hide' | 'show' | 'reply' | 'keep' | 'dismiss';
type Answer = DeskRefusal & { rows: DeskReview[]; next: string | null; review: DeskReview };

export const path = '/api/desk/reviews';

/** The requests of an operator. */
export function reviewsAtDesk(shop: TestShop, operator: Person) {
  const list = async (query = '') => (await operator.get<Answer>(path + query)).body;
  const turn = (id: string, json: object, to: Step = 'hide', who = operator) =>
    who.post<Answer>(`${path}/${id}/${to}`, json);

  /** Writes a review as a new shopper. */
  async function written(rating: number, id = serum, by?: Person): Promise<DeskReview> {
    const person = by ?? (await shop.person());
    await person.post(`/api/reviews/${id}`, { rating, title: 'Soft', comment: `${rating} stars from me` });
    const { rows } = await list(`?product=${id}`);
    return rows[0] as DeskReview;
  }

  /** A product's reviews as shoppers see them: the list, and the catalogue's average and count. */
  async function seenByShoppers(id = serum) {
    const { body } = await shop.client().get<{ rating: number }[]>(`/api/reviews/${id}`);
    const { product } = (await shop.client().get(`/api/product/${id}`)).body;
    return { ratings: body.map(({ rating }) => rating), rating: product.rating, reviews: product.reviews };
  }

  return { list, turn, written, seenByShoppers };
}
