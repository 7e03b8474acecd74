import type { SyntheticEvent } from 'react';

/** Shows where the argument under the pointer or with the focus has its value from; of a call, all of its arguments. */
export function pointAt({ target, currentTarget }: SyntheticEvent<HTMLElement>): void {
  const element = target as HTMLElement;
  const argument = element.closest<HTMLElement>('[data-arg]');
  const call = argument ? undefined : element.closest<HTMLElement>('[data-call]');
  const pointed = new Set(
    (argument ? [argument] : [...(call?.querySelectorAll<HTMLElement>('[data-arg]') ?? [])]).map(
      ({ dataset }) => dataset['arg'] ?? '',
    ),
  );
  for (const mark of currentTarget.querySelectorAll<HTMLElement>('mark[data-of]'))
    mark.classList.toggle(
      'on',
      (mark.dataset['of'] ?? '').split(' ').some((of) => pointed.has(of)),
    );
}
