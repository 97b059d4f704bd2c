/** Whether the person writes for themselves. Source: Rules Regulating The Florida Bar, rule 4-7.18. */
export const WRITING_FOR = ['self', 'someone_else'] as const

export const FOR_SOMEONE_ELSE =
  'Do not contact the other person unless they ask you to (rule 4-7.18): answer the writer.'
