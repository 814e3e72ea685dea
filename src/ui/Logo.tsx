/** The orrery logo, seen from above: a brass sun, two orbits and their planets. Decorative, because the name is beside it. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path
        d="M28.36 11.98A13 13 0 1 1 21.29 4.12M8.62 15.48A7.4 7.4 0 1 1 12.3 22.41"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="16" cy="16" r="3.4" fill="#d69a2d" />
      <circle cx="25.66" cy="7.3" r="3.2" />
      <circle cx="9.47" cy="19.47" r="2.2" />
    </svg>
  );
}
