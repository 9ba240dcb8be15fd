/** The parts of the page, in their order. */
export const parts = {
  details: 'Your details',
  addresses: 'Addresses',
  devices: 'Signed-in devices',
  data: 'Your data',
  delete: 'Delete account',
} as const;

type Part = keyof typeof parts;

/** Where the page's headings get their ids from: the links beside them lead there. */
export const headingId = (part: Part): string => `account-${part}`;

/** Beside the sections where there is room; a phone scrolls. */
export function AccountNav() {
  return (
    <nav className="account-nav" aria-label="On this page">
      {Object.entries(parts).map(([part, label]) => (
        <a key={part} href={`#${headingId(part as Part)}`}>
          {label}
        </a>
      ))}
    </nav>
  );
}
