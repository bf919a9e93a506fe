import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reportLink, type ReportFilter } from './report-filter.ts';

/** Opens the report with these rows. */
export const ReportLink = ({
  filter,
  className,
  children,
}: {
  filter: Partial<ReportFilter>;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <Link {...reportLink(filter)} className={className}>
    {children}
  </Link>
);
