/** A form whose draft is validated with the server's own schema and whose server errors appear at their fields. */
import { fieldErrors, fieldLimits, fieldRules, type FieldRule } from '@balcao/contract/errors/fields';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  get,
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
import { useMalformedDates } from './malformed-dates.ts';
import { translate, type Phrase } from './texts.ts';

/** Short wait before saving: a double click saves once, and the busy state is visible. */
export const SAVE_DELAY_MS = 400;

type DraftSchema = z.ZodType<FieldValues, FieldValues>;
type FieldByCode<V extends FieldValues> = Record<string, Path<V> | ((typed: V) => Path<V>)>;

interface DraftFormOptions<S extends DraftSchema> {
  schema: S;
  values: z.input<S>;
  save: (draft: z.output<S>) => Promise<unknown>;
  onSaved: () => void;
  /** For an error that belongs to no visible field: usually `toast.failed`. */
  onError: (error: unknown) => void;
  /** The field of an error code: `{ ERR_TAG_ALREADY_EXISTS: 'name' }`. It can depend on what is typed. */
  fieldByCode?: FieldByCode<z.input<S>>;
  /** Fields that the API names otherwise, by the first part of the name: `{ values: 'templateValues' }`. */
  fieldByApiName?: Record<string, Path<z.input<S>>>;
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
  fieldByApiName = {},
  onInvalid,
  ruleText,
}: DraftFormOptions<S>) {
  type Values = z.input<S>;
  type Name = Path<Values>;
  const language = useLanguage();
  const dates = useMalformedDates();
  const textFor = (field: string, rule: FieldRule) => ruleText?.(field, rule) ?? fieldRules[rule][language];

  const form = useForm<Values, unknown, z.output<S>>({
    defaultValues: values as DefaultValues<Values>,
    resolver: (typed) => {
      const parsed = schema.safeParse(typed, { reportInput: true });
      const badDates = dates.names().map((field) => ({ field, rule: 'invalid' as const }));
      if (parsed.success && badDates.length === 0) return { values: parsed.data, errors: {} };
      const issues = parsed.error?.issues ?? [];
      const limits = fieldLimits(issues);
      const invalidFields = [...fieldErrors(issues), ...badDates].map(({ field, rule }) => [
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
  const { errors, isSubmitting, isDirty, submitCount } = form.formState;

  // Names of the fields that have rendered their error since the last refusal.
  const rendered = useRef(new Set<string>());
  const [refusal, setRefusal] = useState<{ error: unknown; fields: readonly InvalidField[] }>();
  const reportHidden = useEffectEvent(({ error, fields }: NonNullable<typeof refusal>) => {
    const hidden = fields.find(({ field }) => !rendered.current.has(field));
    if (hidden) onError(hiddenErrorText(error, hidden, language));
  });
  useEffect(() => {
    if (refusal) reportHidden(refusal);
  }, [refusal]);

  const handleError = (error: unknown) => {
    const codeField = error instanceof ApiError ? fieldByCode[error.code] : undefined;
    const field = typeof codeField === 'function' ? codeField(form.getValues()) : codeField;
    const invalidFields = invalidFieldsOf(error, { field, fieldByApiName, language });
    const [first] = invalidFields;
    if (!first) return onError(error);
    rendered.current.clear();
    for (const { field: name, rule, message } of invalidFields)
      form.setError(name as Name, { type: rule, message: isRule(rule) ? textFor(name, rule) : message });
    onInvalid?.(invalidFields.map(({ field: name }) => name));
    setRefusal({ error, fields: invalidFields });
    setTimeout(() => form.setFocus(first.field as Name));
  };
  const submit = form.handleSubmit(
    async (draft) => {
      await new Promise((resolve) => setTimeout(resolve, SAVE_DELAY_MS));
      await save(draft).then(onSaved, handleError);
    },
    (invalidFields) => onInvalid?.(Object.keys(invalidFields)),
  );

  const errorOf = (name: Name) => {
    rendered.current.add(name);
    return get(errors, name) as { message?: string; expected?: string } | undefined;
  };
  const error = (name: Name): string | undefined => errorOf(name)?.message;
  /** The error of a field and what the field expects. */
  const frame = (name: Name) => ({ error: error(name), expected: errorOf(name)?.expected });
  const set =
    <N extends Name>(name: N) =>
    (value: PathValue<Values, N>) => {
      dates.set(name, undefined);
      form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: form.formState.isSubmitted });
    };
  const setMalformed = (name: Name, text: string | undefined) => {
    dates.set(name, text);
    // Emptying a text that was no day does not change the value, so nothing else removes the error.
    if (text === undefined && form.formState.isSubmitted) void form.trigger(name);
  };

  return {
    submit,
    busy: isSubmitting,
    dirty: isDirty || Object.keys(dates.texts).length > 0,
    error,
    /** The invalid fields, after the first attempt to save. */
    invalidFields: Object.keys(errors),
    /** How often the user has tried to save. */
    attempts: submitCount,
    watch: form.watch,
    set,
    /** Changes the initial value of a field; the form does not become dirty. */
    setInitial: <N extends Name>(name: N, value: PathValue<Values, N>) =>
      form.resetField(name, { defaultValue: value }),
    /** After saving: the present values, with these changes, become the initial ones. */
    restart: (change: Partial<Values> = {}) => form.reset({ ...form.getValues(), ...change }),
    /** For plain inputs: `<TextField {...form.text('name')} />`. */
    text: (name: Name) => ({ ...form.register(name), ...frame(name) }),
    /** For days: `<DateField {...form.date('day')} />`. A text that is no day stops the form. */
    date: (name: Name) => ({
      ...form.register(name),
      ...frame(name),
      malformed: dates.texts[name],
      onMalformed: (text: string | undefined) => setMalformed(name, text),
    }),
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

interface Mapping {
  /** The field of the error's code. */
  field: string | undefined;
  fieldByApiName: Record<string, string>;
  language: Language;
}
/** An error code mapped to a field uses the error's own text; otherwise each field shows the text of its rule. */
function invalidFieldsOf(error: unknown, { field, fieldByApiName, language }: Mapping): InvalidField[] {
  if (!(error instanceof ApiError)) return [];
  if (field) return [{ field, rule: error.code, message: errorText(error, language) }];
  return (error.fields ?? []).map((invalid) => ({
    ...invalid,
    field: fieldByApiName[invalid.field.split('.')[0]!] ?? invalid.field,
  }));
}

/** The general text of invalid fields speaks of marked ones, and a hidden one has no mark. */
const hiddenErrorText = (error: unknown, { message }: InvalidField, language: Language): unknown =>
  error instanceof ApiError && error.code === 'ERR_VALIDATION' ? translate(hiddenField, language, { message }) : error;
const hiddenField: Phrase = {
  pt: 'Não foi possível salvar: um campo que não aparece aqui tem um erro ({message}).',
  en: 'Could not save: a field that is not shown here has an error ({message}).',
  es: 'No se pudo guardar: un campo que no aparece aquí tiene un error ({message}).',
};

const isRule = (rule: string): rule is FieldRule => Object.hasOwn(fieldRules, rule);
