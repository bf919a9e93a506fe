import { Skeleton } from '../../ui/index.ts';

const ROWS = Array.from({ length: 6 }, (_, at) => at);

/** As many rows as usually fit, so that nothing jumps. */
export const LoadingRows = ({ className }: { className: string | undefined }) =>
  ROWS.map((row) => (
    <span key={row} className={className}>
      <Skeleton width="50%" height={14} />
      <Skeleton width="80%" />
    </span>
  ));
