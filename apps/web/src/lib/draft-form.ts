/** A form whose draft is validated with the server's own schema and whose server errors appear at their fields. */
import { fieldErrors, fieldLimits, fieldRules, type FieldRule } from '@balcao/contract/errors/fields';
import {
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
} from 'react-hook-form';
import type { z } from 'zod';
import { ApiError } from './api.ts';
import { errorText } from './error-text.ts';
import { expectedText } from './expected-text.ts';
import { useLanguage, type Language } from './language.tsx';

/** Short wait before saving: a double click saves once, and the busy state is visible. */
export const SAVE_DELAY_MS = 400;

type DraftSchema = z.ZodType<FieldValues, FieldValues>;

interface DraftFormOptions<S extends DraftSchema> {
  schema: S;
  values: z.input<S>;
  save: (draft: z.output<S>) => Promise<unknown>;
  onSaved: () => void;
  /** For an error that belongs to no field: usually `toast.failed`. */
  onError: (error: unknown) => void;
  /** The field of an error code: `{ ERR_TAG_ALREADY_EXISTS: 'name' }`. */
  fieldByCode?: Record<string, Path<z.input<S>>>;
  /** Called with the invalid fields before the first of them gets the focus, so that its tab can be opened. */
  onInvalid?: (fields: string[]) => void;
  /** Texts for single rules of a field; all others use the contract's. */
  ruleText?: (field: string, rule: FieldRule) => string | undefined;
}

export function useDraftForm<S extends DraftSchema>({
  schema,
  values,
  save,
  onSaved,
  onError,
  fieldByCode = {},
  onInvalid,
  ruleText,
}: DraftFormOptions<S>) {
  type Values = z.input<S>;
  type Name = Path<Values>;
  const language = useLanguage();
  const textFor = (field: string, rule: FieldRule) => ruleText?.(field, rule) ?? fieldRules[rule][language];

  const form = useForm<Values, unknown, z.output<S>>({
    defaultValues: values as DefaultValues<Values>,
    resolver: (typed) => {
      const parsed = schema.safeParse(typed, { reportInput: true });
      if (parsed.success) return { values: parsed.data, errors: {} };
      const limits = fieldLimits(parsed.error.issues);
      const invalidFields = fieldErrors(parsed.error.issues).map(({ field, rule }) => [
        field,
        {
          type: rule,
          message: textFor(field, rule),
          expected: ruleText?.(field, rule) === undefined ? expectedText(rule, limits.get(field), language) : undefined,
        },
      ]);
      return { values: {}, errors: Object.fromEntries(invalidFields) as FieldErrors<Values> };
    },
  });
  const { errors, isSubmitting, isDirty } = form.formState;

  const handleError = (error: unknown) => {
    const invalidFields = invalidFieldsOf(error, fieldByCode, language);
    const [first] = invalidFields;
    if (!first) return onError(error);
    for (const { field, rule, message } of invalidFields)
      form.setError(field as Name, { type: rule, message: isRule(rule) ? textFor(field, rule) : message });
    onInvalid?.(invalidFields.map(({ field }) => field));
    setTimeout(() => form.setFocus(first.field as Name));
  };
  const submit = form.handleSubmit(
    async (draft) => {
      await new Promise((resolve) => setTimeout(resolve, SAVE_DELAY_MS));
      await save(draft).then(onSaved, handleError);
    },
    (invalidFields) => onInvalid?.(Object.keys(invalidFields)),
  );

  const error = (name: Name): string | undefined => {
    const fieldError: unknown = errors[name];
    return fieldError ? (fieldError as { message?: string }).message : undefined;
  };
  /** The error of a field and what the field expects. */
  const frame = (name: Name) => ({
    error: error(name),
    expected: (errors[name] as { expected?: string } | undefined)?.expected,
  });
  const set =
    <N extends Name>(name: N) =>
    (value: PathValue<Values, N>) =>
      form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted });

  return {
    submit,
    busy: isSubmitting,
    dirty: isDirty,
    error,
    /** The invalid fields, after the first attempt to save. */
    invalidFields: Object.keys(errors),
    watch: form.watch,
    set,
    /** Changes the initial value of a field; the form does not become dirty. */
    setInitial: <N extends Name>(name: N, value: PathValue<Values, N>) =>
      form.resetField(name, { defaultValue: value }),
    /** For plain inputs: `<TextField {...form.text('name')} />`. */
    text: (name: Name) => ({ ...form.register(name), ...frame(name) }),
    /** For messages with variables: `<MessageField {...form.message('greeting')} />`. */
    message: (name: Name) => ({
      ...form.register(name),
      error: error(name),
      message: String(form.watch(name) ?? ''),
      onInsert: (text: string) => set(name)(text as never),
    }),
    /** An emptied number is sent as an empty text, not as 0. */
    number: (name: Name) => ({
      ...form.register(name, { setValueAs: (typed: unknown) => (typed === '' || typed === null ? '' : Number(typed)) }),
      ...frame(name),
    }),
    /** For controlled fields: selects, colors. */
    choice: <N extends Name>(name: N) => ({
      value: form.watch(name) as Exclude<PathValue<Values, N>, undefined>,
      onChange: set(name),
      error: error(name),
    }),
    /** For boolean switches. */
    toggle: (name: Name) => ({ checked: form.watch(name) === true, onChange: (on: boolean) => set(name)(on as never) }),
    /** For switches whose API values are `enabled` and `disabled`. */
    onOff: (name: Name) => ({
      checked: form.watch(name) === 'enabled',
      onChange: (on: boolean) => set(name)((on ? 'enabled' : 'disabled') as never),
    }),
  };
}

interface InvalidField {
  field: string;
  rule: string;
  message: string;
}

/** An error code mapped to a field uses the error's own text; otherwise each field shows the text of its rule. */
function invalidFieldsOf(error: unknown, fieldByCode: Record<string, string>, language: Language): InvalidField[] {
  if (!(error instanceof ApiError)) return [];
  const field = fieldByCode[error.code];
  return field ? [{ field, rule: error.code, message: errorText(error, language) }] : [...(error.fields ?? [])];
}

const isRule = (rule: string): rule is FieldRule => Object.hasOwn(fieldRules, rule);
