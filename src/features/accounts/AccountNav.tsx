/** The sections of the page, in their order. */
export const parts = {
  details: 'Your details',
  factor: 'Two-step sign-in',
  addresses: 'Addresses',
  devices: 'Signed-in devices',
  data: 'Your data',
  delete: 'Delete account',
} as const;

type Part = keyof typeof parts;

/** The id of a section's heading, which the navigation links to. */
export const headingId = (part: Part): string => `account-${part}`;

/** Sections that only operators see. */
const forOperators: readonly string[] = ['factor'];

/** Links to the sections; hidden on small screens. */
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
