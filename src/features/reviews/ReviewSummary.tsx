import type { CSSProperties } from 'react';
import type { ApiRatings } from '#domain/reviews/review.ts';
import { averageOf, noRating, skinName, starsText, summarize, sumOf } from '#domain/reviews/review-text.ts';
import { countReviews, decimal } from '#features/catalogue/live.dom.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { Stars } from './ReviewCard.tsx';
import type { Found } from './useReviews.ts';

const none: ApiRatings = [0, 0, 0, 0, 0];

type Choose = (name: 'skin' | 'rating', value: string) => void;

/**
 * Above the list of reviews: the average, the histograms by rating and by skin type, and the summary in counts.
 * @param found undefined while it loads @param onChoose called with the filter of a bar
 */
export function ReviewSummary({ found, onChoose }: { found: Found | undefined; onChoose: Choose }) {
  const { ratings, bySkin } = found?.counts ?? { ratings: none, bySkin: {} };
  const { skin = '', rating = '' } = found?.filters ?? {};
  const ofSkin = (type: string) => bySkin[type as keyof typeof bySkin];
  const chosen = skin ? (ofSkin(skin) ?? none) : ratings;
  const skins = skinTypes.filter(ofSkin);
  return (
    <>
      <p className="average">{found && <Average ratings={ratings} />}</p>
      <Histogram
        name="rating"
        title={skin ? `By rating, ${skinName(skin).toLowerCase()}` : 'By rating'}
        rows={[5, 4, 3, 2, 1].map((n) => [`${n}`, starsText(n), found && chosen[n - 1]])}
        of={sumOf(chosen)}
        pressed={rating}
        onChoose={onChoose}
      />
      {skins.length > 0 && (
        <Histogram
          name="skin"
          title="By skin type"
          rows={skins.map((type) => [type, skinName(type), sumOf(ofSkin(type) ?? none)])}
          of={sumOf(ratings)}
          pressed={skin}
          onChoose={onChoose}
        />
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

type HistogramProps = {
  /** The filter that its bars set. */
  name: 'skin' | 'rating';
  title: string;
  rows: [value: string, text: string, count: number | undefined][];
  /** Reviews in all. */
  of: number;
  /** The value of the chosen bar, or ''. */
  pressed: string;
  onChoose: Choose;
};

const Histogram = ({ name, title, rows, of, pressed, onChoose }: HistogramProps) => (
  <div className="bars">
    <h3 className="bars-title" id={`by-${name}`}>
      {title}
    </h3>
    <ul className="histogram" aria-labelledby={`by-${name}`}>
      {rows.map(([value, text, count]) => (
        <li
          key={value}
          style={{ '--part': `${Math.round(((count ?? 0) * 100) / (of || 1))}%` } as CSSProperties}
        >
          <button type="button" aria-pressed={value === pressed} onClick={() => onChoose(name, value)}>
            <span>{text}</span> <span className="reviews-bar" /> <span className="count">{count}</span>
          </button>
        </li>
      ))}
    </ul>
  </div>
);
