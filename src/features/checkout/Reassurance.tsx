import './reassurance.css';

const icons = {
  lock: 'M6 11V8a6 6 0 0 1 12 0v3M5 11h14v10H5zM12 15v2.5',
  back: 'M4 9h11a5 5 0 0 1 0 10H8M4 9l4-4M4 9l4 4',
  seal: 'M12 3l2.4 2 3.1-.2.8 3 2.6 1.7-1.2 2.9 1.2 2.9-2.6 1.7-.8 3-3.1-.2L12 22l-2.4-2.2-3.1.2-.8-3-2.6-1.7 1.2-2.9-1.2-2.9 2.6-1.7.8-3 3.1.2zM8.5 12.5l2.5 2.5 4.5-5',
};

/** Why paying here is safe (docs/behaviour.md, "Checkout screen"). @param returnDays days for a return */
export function Reassurance({ returnDays }: { returnDays: number }) {
  const promises = [
    { icon: icons.lock, title: 'Safe and secure payments', text: 'Your card details never reach us' },
    { icon: icons.back, title: 'Easy returns', text: `Within ${returnDays} days` },
    { icon: icons.seal, title: '100% authentic', text: 'Sent directly by us' },
  ];
  return (
    <ul className="reassurance stack gap-3">
      {promises.map(({ icon, title, text }) => (
        <li className="grid gap-3" key={title}>
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={icon} />
          </svg>
          <span>
            <strong>{title}</strong>
            <span className="soft small">{text}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
