;(() => {
  const form = document.getElementById('contact-form')
  // WebMCP: the present draft has it on the document, the one before on the navigator.
  const context = document.modelContext ?? navigator.modelContext
  if (!form || !context) return

  // Of the buttons of a question the first, which stands for all.
  const fields = [...form.querySelectorAll('.field [name][id]')]
  const valueHolder = ({ name }) => form.elements.namedItem(name)
  const namesOf = (some) => some.map(({ name }) => name)

  const schemaOf = (field) => {
    const texts = [
      field.closest('.field').querySelector('legend, label'),
      document.getElementById(`${field.name}-hint`),
    ]
    // Of a list or of buttons; anything else has no parts.
    const holder = valueHolder(field)
    const value = {
      type: 'string',
      ...(Symbol.iterator in holder && { enum: [...holder].map(({ value }) => value) }),
    }
    return {
      ...(field.type === 'checkbox' ? { type: 'array', items: value } : value),
      description: texts.map((text) => text?.textContent).join(' '),
    }
  }

  // A screen reader announces only what appears in an element that was there before.
  const note = document.createElement('p')
  note.className = 'hint'
  note.role = 'status'
  form.prepend(note)

  const execute = async (input) => {
    const refused = []
    const filled = fields.filter((field) => {
      const { name, nextElementSibling: counter } = field
      const holder = valueHolder(field)
      const before = holder.value
      if (!(name in input)) return false
      if (field.type === 'checkbox') {
        for (const box of holder) box.checked = [input[name]].flat().includes(box.value)
        return true
      }
      const text = String(input[name]).trim().replaceAll('\r', '')
      holder.value = text
      const isShort = [...text].length <= (counter?.dataset.most ?? Infinity)
      if (holder.value === text && field.validity.valid && isShort) return true
      refused.push(`Refused: ${name}. ${field.validationMessage || 'The form does not take it.'}`)
      holder.value = before
      return false
    })
    const missing = fields.filter(({ validity }) => !validity.valid)
    for (const field of filled) {
      field.closest('details')?.setAttribute('open', '')
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }
    if (filled.length > 0) {
      note.textContent = form.dataset.prepared
      ;(missing[0] ?? filled[0]).focus()
    }
    const text = [
      `Filled in: ${namesOf(filled).join(', ')}`,
      ...refused,
      `Still missing: ${namesOf(missing).join(', ')}`,
      'Nothing was sent. Ask the person to read the form and its notices, to tick that they read them, and to send it.',
    ].join('\n')
    return { content: [{ type: 'text', text }] }
  }

  const name = form.getAttribute('toolname')
  const offer = async () => {
    // What a browser offers by the attributes has the same name, says less, and takes the tick of the person for a field.
    form.removeAttribute('toolname')
    await context.registerTool({
      name,
      description: form.getAttribute('tooldescription'),
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
        required: namesOf(fields.filter(({ required }) => required)),
      },
      execute,
    })
  }
  // A browser may refuse it; the form works without.
  offer().catch(() => {
    form.setAttribute('toolname', name)
    note.remove()
  })
})()
