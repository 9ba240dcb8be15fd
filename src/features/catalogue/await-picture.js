if (self.navigation?.activation?.from)
  document.head.append(
    Object.assign(document.createElement('link'), {
      rel: 'expect',
      href: '#after-pictures',
      blocking: 'render',
    }),
  );
