/** The parts of the page, in their order. */
export const parts = {
  details: 'Your details',
  factor: 'Two-step sign-in',
  addresses: 'Addresses',
  devices: 'Signed-in devices',
  data: 'Your data',
  delete: 'Delete account',
} as const;

type Part = keyof typeof parts;

/** Where the page's headings get their ids from: the links beside them lead there. */
export const headingId = (part: Part): string => `account-${part}`;

/** The parts that shoppers have not. */
const forOperators: readonly string[] = ['factor'];

/** Beside the sections where there is room; a phone scrolls. */
export function AccountNav({ operator }: { operator: boolean }) {
  return (
    <nav className="account-nav" aria-label="On this page">
      {Object.entries(parts)
        .filter(([part]) => operator || !forOperators.includes(part))
        .map(([part, label]) => (
          <a key={part} href={`#${headingId(part as Part)}`}>
            {label}
          </a>
        ))}
    </nav>
  );
}
