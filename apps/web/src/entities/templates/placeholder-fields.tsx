import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/index.ts';
import type { PlaceholderValues, Template } from './templates.api.ts';

const MAX_VALUE = 1024;

interface PlaceholderFieldsProps {
  template: Template;
  values: PlaceholderValues;
  onChange: (values: Record<string, string>) => void;
  label: (name: string) => string;
  hint?: string | undefined;
  /** Shown at each empty field. Not called without one, so that the form reports the error as hidden. */
  error: () => string | undefined;
  /** The first empty field gets the focus after each attempt to save. 0: another field of the form gets it. */
  attempt: number;
}

/** One field for each placeholder of the chosen template; all of them are required. */
export function PlaceholderFields({ template, values, onChange, label, hint, error, attempt }: PlaceholderFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  const isEmpty = (key: string) => (values[key] ?? '').trim() === '';
  const firstEmpty = template.gaps.find(({ key }) => isEmpty(key))?.key;
  const emptyError = firstEmpty === undefined ? undefined : error();
  const isInvalid = emptyError !== undefined;
  useEffect(() => {
    if (isInvalid && attempt > 0) first.current?.focus();
  }, [isInvalid, attempt]);
  return template.gaps.map(({ key, name }) => (
    <TextField
      key={key}
      ref={key === firstEmpty ? first : undefined}
      label={label(name)}
      hint={hint}
      required
      maxLength={MAX_VALUE}
      error={isEmpty(key) && emptyError}
      value={values[key] ?? ''}
      onChange={(event) => onChange({ ...values, [key]: event.target.value })}
    />
  ));
}
