import { useState } from 'react';
import { type AnswerOf, api, send } from '#lib/api.ts';
import { reviewViews } from '../reviews.ts';
import { type Place, viewOf } from '../route.ts';
import { List } from '../ui/List.tsx';
import { asPage, usePages } from '../ui/usePages.ts';
import { AskReview } from './AskReview.tsx';
import { ReviewFilters } from './ReviewFilters.tsx';
import { ReviewRow } from './ReviewRow.tsx';
import './reviews.css';

export type Review = AnswerOf<typeof api.desk.reviews.$get>['reviews'][number];

/** What shoppers wrote, newest first. What was just hidden stays in sight, to be shown again. */
export default function Reviews({ place: { params } }: { place: Place }) {
  const show = viewOf(reviewViews, params.show);
  const product = params.product || undefined;
  const [asked, setAsked] = useState<Review>();
  const [newer, setNewer] = useState<Record<string, Review>>({});
  const pages = usePages(`${show} ${product}`, async (after) =>
    asPage(await send(api.desk.reviews.$get({ query: { show, product, after } })), ({ reviews }) => reviews),
  );
  const now = (review: Review): Review => newer[review._id] ?? review;
  const change = (review: Review) => setNewer((before) => ({ ...before, [review._id]: review }));
  return (
    <>
      <h1>Reviews</h1>
      <ReviewFilters show={show} product={product} />
      <List pages={pages} empty="No review matches.">
        {(rows) => (
          <ul className="desk-reviews">
            {rows.map((row) => (
              <ReviewRow key={row._id} review={now(row)} onAsk={() => setAsked(row)} />
            ))}
          </ul>
        )}
      </List>
      {asked && <AskReview review={now(asked)} onClose={() => setAsked(undefined)} onChange={change} />}
    </>
  );
}
