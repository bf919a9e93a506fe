/** Starts an export and follows it until its file is downloaded. */
import { useEffect, useRef, useState } from 'react';
import { useToast } from '../../ui/index.ts';
import { useCancelExport, useExports, useStartExport, type ReportExport } from './reports.api.ts';
import type { ReportFilter } from './report-filter.ts';

export function useReportExport(kind: ReportExport['kind']) {
  const toast = useToast();
  const [id, setId] = useState<number | null>(null);
  const { exports } = useExports(kind);
  const starting = useStartExport();
  const canceling = useCancelExport();
  const current = exports.find((one) => one.id === id);

  // The browser saves the file as soon as there is a link; the bar keeps it for a second download. Every reply has a
  // newly signed link, so that the link does not say whether its file was saved.
  const url = current?.status === 'done' ? current.url : null;
  const savedId = useRef<number | null>(null);
  useEffect(() => {
    if (url === null || id === savedId.current) return;
    savedId.current = id;
    save(url);
  }, [id, url]);

  return {
    exports,
    current,
    isStarting: starting.isPending,
    start: (filter: Partial<ReportFilter>) =>
      starting.mutate({ kind, filter }, { onSuccess: (started) => setId(started.id), onError: toast.failed }),
    cancel: () => id !== null && canceling.mutate(id, { onSuccess: () => setId(null), onError: toast.failed }),
    dismiss: () => setId(null),
  };
}

function save(url: string): void {
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: '' });
  link.click();
}
