import './Heart.css';

/** The button that saves a product (docs/behaviour.md, "Wish list"). hearts.dom.ts presses it; React leaves it as it is. */
export const Heart = ({ id, name }: { id: string; name: string }) =>
  IS_ON.wishlist && (
    <button
      type="button"
      className="heart icon-button"
      data-save={id}
      data-name={name}
      data-native=""
      aria-label={`Save ${name}`}
      aria-pressed="false"
      suppressHydrationWarning
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 20.3C7.2 16.6 3.5 13.4 3.5 9.2a4.6 4.6 0 0 1 8.5-2.5 4.6 4.6 0 0 1 8.5 2.5c0 4.2-3.7 7.4-8.5 11.1Z" />
      </svg>
    </button>
  );
