/**
 * The list of reviews on a product page, loaded on scroll (load-on-scroll.dom.ts) and rendered from the templates of
 * Reviews.astro. The texts of reviewers are inserted as text only.
 */
import { countReviews, decimal, drawStars, fetchLive, fillRating } from '#features/catalogue/live.dom.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { $token } from '#lib/token.store.ts';
import { restoreDraft } from './draft.dom.ts';
import { averageRating } from './rating.ts';
import type { ApiRatings, ApiReview } from './review.ts';
import { initialReviews, reviewedEvent, reviewsPerPage } from './review-constants.ts';
import { describeReviews } from './structured-data.dom.ts';

async function get<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${response.status} from ${path}`);
  return response.json() as Promise<T>;
}

const reviewsPath = (id: string): string => `/api/reviews/${encodeURIComponent(id)}`;

/** @param section of Reviews.astro */
export function startReviews(section: HTMLElement): void {
  const id = section.dataset.reviews ?? '';
  let reviews: ApiReview[] = [];
  let ratings: ApiRatings = [0, 0, 0, 0, 0];
  let all = false;
  /** Whether the last response was full, so that there may be older reviews. */
  let older = false;

  const draw = (): void => {
    const shown = all ? reviews : reviews.slice(0, initialReviews);
    drawSummary(section, ratings);
    drawList(
      section,
      shown.length ? shown.map((review) => reviewNode(section, review)) : [stateNode(section, 'none')],
    );
    describeReviews(shown, ratings);
    const total = Math.max(reviews.length, sum(ratings));
    section
      .querySelector('[data-more]')
      ?.replaceChildren(
        ...(reviews.length > initialReviews
          ? [button(all ? 'Show fewer reviews' : `Show all ${total} reviews`, toggle)]
          : []),
        ...(all && older ? [button('Show older reviews', more)] : []),
      );
  };

  /** @param from index of the first new review, which takes the focus */
  const focusReview = (from: number): void => {
    section.querySelectorAll<HTMLElement>('[data-list] > li')[from]?.focus({ preventScroll: true });
    const spoken = section.querySelector('[data-spoken]');
    if (spoken) spoken.textContent = `${countReviews(all ? reviews.length : initialReviews)} shown`;
  };

  const toggle = (): void => {
    all = !all;
    draw();
    if (all) focusReview(initialReviews);
    else section.querySelector<HTMLElement>('[data-more] button')?.focus();
  };

  const load = async (): Promise<void> => {
    try {
      const [list, counted] = await Promise.all([
        get<ApiReview[]>(reviewsPath(id)),
        get<{ ratings: ApiRatings }>(`${reviewsPath(id)}/ratings`),
      ]);
      reviews = list;
      ratings = counted.ratings;
      older = list.length === reviewsPerPage;
      draw();
    } catch (error) {
      fail(error);
    }
  };

  const fail = (error: unknown): void => {
    // Logged, and the list stays empty (docs/behaviour.md 10.3).
    console.error('Reviews could not be fetched:', error);
    const node = stateNode(section, 'failed');
    node.querySelector('[data-again]')?.addEventListener('click', () => void load());
    drawList(section, [node]);
  };

  const more = async (): Promise<void> => {
    const from = reviews.length;
    const before = encodeURIComponent(reviews.at(-1)?.date ?? '');
    try {
      const list = await get<ApiReview[]>(`${reviewsPath(id)}?before=${before}`);
      reviews = [...reviews, ...list];
      older = list.length === reviewsPerPage;
    } catch (error) {
      console.error('Older reviews could not be fetched:', error);
    }
    draw();
    focusReview(from);
  };

  document.addEventListener(reviewedEvent, () => {
    all = false;
    void load();
    void refreshRating(id);
  });

  void load();
  startForm(section, id);
}

/**
 * Shows the form, or what it needs while nobody is signed in. After signing in, which returns to the form's place, opens
 * it, with the draft if there is one.
 */
function startForm(section: HTMLElement, id: string): void {
  const form = section.querySelector('form');
  const box = form?.closest('details');
  const note = section.querySelector<HTMLElement>('[data-signed-out]');
  if (!form || !box || !note) return;
  const show = (signedIn: boolean): void => {
    form.hidden = !signedIn;
    note.hidden = signedIn;
  };
  show(Boolean($token.get()));
  // A session that ends while somebody writes does not hide the text.
  $token.listen((token) => token && show(true));
  const restored = restoreDraft(form, id);
  if (location.hash !== `#${box.id}`) return;
  box.open = true;
  form.querySelector<HTMLElement>(restored ? '[type="submit"]' : 'input')?.focus();
}

/** Updates the rating at the top of the page after a review was written. */
async function refreshRating(id: string): Promise<void> {
  const live = (await fetchLive([id]))[id];
  if (!live) return;
  for (const place of document.querySelectorAll<HTMLElement>('[data-live="rating"]'))
    if (place.dataset.id === id) fillRating(place, live);
}

const sum = (ratings: ApiRatings): number => ratings.reduce((before, count) => before + count, 0);

function drawSummary(section: HTMLElement, ratings: ApiRatings): void {
  const count = sum(ratings);
  const average = averageRating(
    ratings.reduce((before, of, n) => before + of * (n + 1), 0),
    count,
  );
  const place = section.querySelector('[data-average]');
  if (average === undefined) place?.replaceChildren('No reviews yet');
  else {
    const number = document.createElement('strong');
    number.textContent = decimal(average);
    place?.replaceChildren(
      number,
      drawStars(document.createElement('span'), average, 0.5),
      countReviews(count),
    );
  }
  for (const row of section.querySelectorAll<HTMLElement>('[data-stars]')) {
    const of = ratings[Number(row.dataset.stars) - 1] ?? 0;
    row.style.setProperty('--part', `${count ? Math.round((of * 100) / count) : 0}%`);
    const number = row.querySelector('.count');
    if (number) number.textContent = String(of);
  }
}

function drawList(section: HTMLElement, nodes: readonly HTMLElement[]): void {
  const list = section.querySelector<HTMLElement>('[data-list]');
  list?.replaceChildren(...nodes);
  list?.removeAttribute('aria-busy');
}

/** A copy of one of the section's templates. */
function stateNode(section: HTMLElement, name: 'review' | 'none' | 'failed'): HTMLElement {
  const template = section.querySelector<HTMLTemplateElement>(`template[data-${name}]`);
  return template?.content.firstElementChild?.cloneNode(true) as HTMLElement;
}

function reviewNode(section: HTMLElement, review: ApiReview): HTMLElement {
  const node = stateNode(section, 'review');
  const part = (selector: string) => node.querySelector<HTMLElement>(selector) as HTMLElement;
  const setText = (selector: string, text: string | null) => {
    if (text) part(selector).textContent = text;
    else part(selector).remove();
  };
  // Not in the tab order, but focusable by script.
  node.tabIndex = -1;
  // Keeps the element with its class, which carries the style scope of Reviews.astro.
  const stars = part('.stars');
  drawStars(stars, review.rating);
  stars.ariaLabel = `${review.rating} out of 5 stars`;
  if (!review.verified) part('[data-verified]').remove();
  if (!review.sample) part('[data-sample]').remove();
  setText('[data-title]', review.title);
  setText('[data-comment]', review.comment);
  setText('[data-name]', review.name || 'Anonymous');
  const time = part('time') as HTMLTimeElement;
  time.dateTime = review.date;
  time.textContent = formatOrderDate(review.date);
  return node;
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'button quiet small';
  element.textContent = text;
  element.addEventListener('click', onClick);
  return element;
}
