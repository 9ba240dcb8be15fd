import type { CSSProperties } from 'react';
import type { ApiRatings } from '#domain/reviews/review.ts';
import { averageOf, noRating, skinName, starsText, summarize, sumOf } from '#domain/reviews/review-text.ts';
import { countReviews, decimal } from '#features/catalogue/live.dom.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { Stars } from './Stars.tsx';
import type { Found } from './useReviews.ts';

const none: ApiRatings = [0, 0, 0, 0, 0];

type Props = {
  /** undefined while it loads */
  found: Found | undefined;
  /** Called with the filter of a bar. */
  onChoose: (name: 'skin' | 'rating', value: string) => void;
};

/** Above the list of reviews: the average, the histograms by rating and by skin type, and the summary in counts. */
export function ReviewSummary({ found, onChoose }: Props) {
  const { ratings, bySkin } = found?.counts ?? { ratings: none, bySkin: {} };
  const { skin = '', rating = '' } = found?.filters ?? {};
  const ofSkin = bySkin as Record<string, ApiRatings | undefined>;
  const chosen = skin ? (ofSkin[skin] ?? none) : ratings;
  const skins = skinTypes.filter((type) => ofSkin[type]);
  return (
    <>
      <p className="average">{found && <Average ratings={ratings} />}</p>
      <div className="bars">
        <h3 className="bars-title" id="by-rating">
          {skin ? `By rating, ${skinName(skin).toLowerCase()}` : 'By rating'}
        </h3>
        <ul className="histogram" aria-labelledby="by-rating">
          {[5, 4, 3, 2, 1].map((stars) => (
            <Bar
              key={stars}
              text={starsText(stars)}
              count={found && (chosen[stars - 1] ?? 0)}
              of={sumOf(chosen)}
              pressed={rating === String(stars)}
              onPress={() => onChoose('rating', String(stars))}
            />
          ))}
        </ul>
      </div>
      {skins.length > 0 && (
        <div className="bars">
          <h3 className="bars-title" id="by-skin">
            By skin type
          </h3>
          <ul className="histogram" aria-labelledby="by-skin">
            {skins.map((type) => (
              <Bar
                key={type}
                text={skinName(type)}
                count={sumOf(ofSkin[type] ?? none)}
                of={sumOf(ratings)}
                pressed={skin === type}
                onPress={() => onChoose('skin', type)}
              />
            ))}
          </ul>
        </div>
      )}
      <ul className="counts">
        {found && summarize(found.counts).map((sentence) => <li key={sentence}>{sentence}</li>)}
      </ul>
    </>
  );
}

function Average({ ratings }: { ratings: ApiRatings }) {
  const average = averageOf(ratings);
  if (average === undefined) return noRating;
  return (
    <>
      <strong>{decimal(average)}</strong>
      <Stars rating={Math.floor(average * 2) / 2} label={`Rated ${decimal(average)} out of 5`} />
      {countReviews(sumOf(ratings))}
    </>
  );
}

type BarProps = {
  text: string;
  /** undefined while it loads */
  count: number | undefined;
  of: number;
  pressed: boolean;
  onPress: () => void;
};

function Bar({ text, count, of, pressed, onPress }: BarProps) {
  const part = `${of && count ? Math.round((count * 100) / of) : 0}%`;
  return (
    <li style={{ '--part': part } as CSSProperties}>
      <button type="button" aria-pressed={pressed} onClick={onPress}>
        <span>{text}</span> <span className="reviews-bar" /> <span className="count">{count}</span>
      </button>
    </li>
  );
}
