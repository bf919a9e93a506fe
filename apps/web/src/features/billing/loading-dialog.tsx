import { useEffect, useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useLanguage } from '../../lib/language.tsx';
import { Dialog, ErrorState, Skeleton } from '../../ui/index.ts';

/** Data that arrives sooner opens its dialog at once, without a second one before it. */
const SLOW_MS = 400;

interface LoadingDialogProps {
  title: string;
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

/** Stands for a dialog whose data is being fetched or could not be fetched. */
export function LoadingDialog({ title, error, onRetry, onClose }: LoadingDialogProps) {
  const language = useLanguage();
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!error && !isSlow) return null;
  return (
    <Dialog title={title} width={700} onClose={onClose}>
      {error ? (
        <ErrorState text={errorText(error, language)} onRetry={onRetry} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={260} />
        </div>
      )}
    </Dialog>
  );
}
