import { useEffect, useRef, type RefObject } from 'react';
import { useSendableTemplate, type PlaceholderValues } from './templates.api.ts';

/** Keys of the placeholders of the chosen template. The schema of a form reads them when it validates. */
export type PlaceholderKeys = RefObject<readonly string[]>;
export const usePlaceholderKeys = (): PlaceholderKeys => useRef<readonly string[]>([]);

/** Until the template is loaded there are no keys, and the server finds what is missing. */
export function useChosenPlaceholders(keysRef: PlaceholderKeys, whatsappId: number, templateId: number | null): void {
  const gaps = useSendableTemplate(whatsappId, templateId)?.gaps;
  useEffect(() => {
    keysRef.current = gaps?.map(({ key }) => key) ?? [];
  }, [keysRef, gaps]);
}

export const areFilled = ({ current }: PlaceholderKeys, values: PlaceholderValues): boolean =>
  current.every((key) => (values[key] ?? '').trim() !== '');
