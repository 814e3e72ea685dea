/** The orrery mark: a sun, two orbits and their planets. Decorative; the name stands beside it or on the link around it. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <g stroke="currentColor" strokeWidth="1.75">
        <ellipse cx="16" cy="16" rx="14" ry="6.5" transform="rotate(-28 16 16)" />
        <ellipse cx="16" cy="16" rx="7.6" ry="3.4" transform="rotate(-28 16 16)" />
      </g>
      <circle cx="16" cy="16" r="2.6" fill="#d69a2d" />
      <circle cx="27.6" cy="8.1" r="3" fill="currentColor" />
      <circle cx="9.6" cy="18.9" r="1.9" fill="currentColor" />
    </svg>
  );
}
